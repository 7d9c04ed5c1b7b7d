import "../keys-rotate.ts";
