/** nginx and Varnish in front of the site. Neither has a rule of its own about what to keep: they obey our headers. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { once } from "node:events";

export interface Cache {
  /** How many answers it keeps. */
  countEntries(): number;
  stop(): Promise<void>;
}

interface Ports {
  /** Where it listens. */
  port: number;
  /** Where the site listens. */
  site: number;
}

// Servers lie where an ordinary user's PATH does not lead.
const env = { ...process.env, PATH: `${process.env.PATH}${delimiter}/usr/sbin${delimiter}/usr/local/sbin` };

export function isInstalled(program: string): boolean {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { env, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** nginx, which also compresses what it answers. */
export async function startNginx({ port, site }: Ports): Promise<Cache> {
  const folder = mkdtempSync(join(tmpdir(), "site-nginx-"));
  const store = join(folder, "kept");
  mkdirSync(store);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const configuration = `
    daemon off;
    master_process off;
    pid ${folder}/pid;
    error_log ${folder}/error.log;
    events { worker_connections 256; }
    http {
      access_log off;
      ${temporary.join("\n      ")}
      proxy_cache_path ${store} keys_zone=site:10m;
      gzip on;
      gzip_proxied any;
      gzip_min_length 1;
      gzip_types *;
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://127.0.0.1:${site};
          proxy_http_version 1.1;
          proxy_set_header Host $http_host;
          proxy_cache site;
          proxy_cache_key $request_uri;
          proxy_cache_use_stale updating;
          proxy_cache_background_update on;
          add_header X-Cache $upstream_cache_status always;
        }
      }
    }`;
  writeFileSync(join(folder, "nginx.conf"), configuration);
  const args = ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
  const child = await start("nginx", args, port);
  return { countEntries: () => readdirSync(store).length, stop: () => stop(child, folder) };
}

export async function startVarnish({ port, site }: Ports): Promise<Cache> {
  const folder = mkdtempSync(join(tmpdir(), "site-varnish-"));
  const configuration = `
    vcl 4.1;
    backend default { .host = "127.0.0.1"; .port = "${site}"; }
    sub vcl_recv {
      if (req.method != "GET" && req.method != "HEAD") { return (pass); }
      return (hash);
    }
    sub vcl_backend_response {
      if (beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "(?i)no-cache|no-store|private") {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
      }
      return (deliver);
    }
    sub vcl_deliver {
      if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; } else { set resp.http.X-Cache = "MISS"; }
    }`;
  const file = join(folder, "site.vcl");
  writeFileSync(file, configuration);
  const name = join(folder, "work");
  const unset = ["default_ttl", "default_grace", "default_keep"].flatMap((parameter) => ["-p", `${parameter}=0`]);
  const args = ["-F", "-j", "none", "-n", name, "-f", file, "-a", `127.0.0.1:${port}`, "-s", "malloc,64m", ...unset];
  const child = await start("varnishd", args, port);
  return {
    countEntries() {
      const said = execFileSync("varnishstat", ["-n", name, "-1", "-f", "MAIN.n_object"], { env, encoding: "utf8" });
      return Number(/n_object\s+(\d+)/.exec(said)?.[1]);
    },
    stop: () => stop(child, folder),
  };
}

async function start(program: string, args: readonly string[], port: number): Promise<ChildProcess> {
  const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
  process.once("exit", () => child.kill());
  while (!(await isAnswered(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return child;
}

function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: "127.0.0.1", port })
      .once("connect", () => resolve(Boolean(socket.destroy())))
      .once("error", () => resolve(false));
  });
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = once(child, "exit");
  child.kill();
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
