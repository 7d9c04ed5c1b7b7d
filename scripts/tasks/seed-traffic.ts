// Runs in this process, because it tells how far it has come.
import "../seed-traffic.ts";
