const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

/** The page that shows visitors what is stored about them. */
export const yourData = {
  name: "Your data",
  title: "What is stored about you",
  meta: {
    title: "See, take and erase what is stored about you",
    description:
      "See what this website has stored about your visits, on your device and on its server, take it with you as a file, or have it erased.",
  },
  lead: "If you accepted to be counted, your device and our server keep what you did on this site under a random number. Here you see all of it, take it with you as a file, or erase it.",
  terms: "What each entry is for, and how long it stays:",
  withoutScript: "Your browser runs no JavaScript here, so this site has counted and stored nothing about you.",
  see: "See what is stored",
  erase: "Erase it and reject",
  download: "Download as JSON",
  busy: "One moment.",
  nothing: "Nothing is stored about you on this device, so our server has nothing under a number of yours either.",
  blocked: "Your browser does not let this site store anything, so there is nothing to show.",
  erased:
    "Erased: on this device, and on our server within minutes. Your choice is now “rejected”, and nothing more is counted.",
  erasing:
    "Erased on this device, and your choice is now “rejected”. Our server could not be reached: this device keeps the request to erase, and nothing else, and repeats it every minute, when the network is back, and with the next page you open.",
  onDevice: "On this device",
  onServer: "On our server",
  policy: "Privacy policy",
  sum: (device: number, server: number) =>
    `On this device: ${count(device, "entry", "entries")}. On our server: ${count(server, "visit", "visits")}.`,
  columns: { device: ["Key", "Content"], server: ["Visit", "What is stored of it"] },
  more: (visits: number) => `The file has ${count(visits, "earlier visit", "earlier visits")} more.`,
  parts: (parts: number) => count(parts, "part", "parts"),
  visit: "A visit",
  event: (name: string, path: string | null) => `${name} on ${path}`,
} as const;
