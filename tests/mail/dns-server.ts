import { createServer, Packet } from "dns2";

/** Records by type and host, such as `"TXT acme.co": ["v=spf1 -all"]`. Hosts that are not in it do not exist. */
export type Zone = Record<string, readonly string[]>;

/** A DNS server on this machine that knows `zone` and nothing else; what is put into it later counts at once. */
export async function openDnsServer(zone: Zone) {
  const asked: string[] = [];
  const server = createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      if (!question) return void send(response);
      const host = question.name.toLowerCase();
      const type = (["A", "AAAA", "MX", "TXT"] as const).find((name) => Packet.TYPE[name] === question.type) ?? "A";
      asked.push(`${type} ${host}`);
      const record = { name: question.name, type: question.type as number, class: Packet.CLASS.IN, ttl: 1 };
      for (const value of zone[`${type} ${host}`] ?? [])
        response.answers.push({ ...record, ...writeValue(type, value) } as never);
      const isThere = Object.keys(zone).some((key) => key.endsWith(` ${host}`));
      if (!isThere) response.header.rcode = 3;
      void send(response);
    },
  });
  const addresses = await server.listen({ udp: { port: 0, address: "127.0.0.1" } });
  const { port } = (addresses as unknown as { udp: { port: number } }).udp;
  return { asked, address: `127.0.0.1:${port}`, close: () => server.close() };
}

function writeValue(type: "A" | "AAAA" | "MX" | "TXT", value: string): object {
  if (type === "A" || type === "AAAA") return { address: value };
  // Longer texts travel in parts, as keys of DKIM do.
  if (type === "TXT") return { data: value.match(/.{1,200}/g) ?? [""] };
  const [priority = "0", exchange = ""] = value.split(" ");
  return { priority: Number(priority), exchange };
}
