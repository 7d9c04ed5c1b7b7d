/**
 * Loaded before the commands (`--import`): hosts of acme.co and of its part of workers.dev are on this machine, at the ports
 * that EDGE_PORTS names for 443 and 80. Nothing else of the network changes.
 */
import { Socket } from "node:net";

const [secure, plain] = (process.env["EDGE_PORTS"] ?? "").split(":").map(Number);
const hosts = /(^|\.)(acme\.co|acme\.workers\.dev)$/;

interface Place {
  host?: string;
  port?: number | string;
}

type Connect = (this: Socket, ...args: unknown[]) => Socket;
const connect = Socket.prototype.connect as Connect;

Socket.prototype.connect = function redirect(this: Socket, ...args: unknown[]) {
  // Node's own callers give the arguments in a list.
  const [first] = args;
  const place = (Array.isArray(first) ? first[0] : first) as Place;
  if (typeof place === "object" && hosts.test(place.host ?? "")) {
    const port = Number(place.port) === 80 ? plain : secure;
    Object.assign(place, { host: "127.0.0.1", ...(port !== undefined && { port }) });
  }
  return connect.apply(this, args);
} as typeof Socket.prototype.connect;
