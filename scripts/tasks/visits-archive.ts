import "../visits-archive.ts";
