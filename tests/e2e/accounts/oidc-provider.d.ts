/** The part of oidc-provider that the tests use; the package brings no types. */
declare module "oidc-provider" {
  import type { Server } from "node:http";

  export default class Provider {
    constructor(issuer: string, configuration: object);
    listen(port: number, hostname: string): Server;
  }
}
