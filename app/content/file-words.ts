/** What the field says with which candidates send a file. Browsers load it, as it tells how far a file has come. */
export const fileWords = {
  empty: "This file is empty.",
  large: "This file has more than 10 MB. Make it smaller, or send it as PDF.",
  /** After its name and size. */
  stored: "is with us.",
  waiting: (name: string) => `Waiting for the network. ${name} goes on by itself.`,
  sending: (name: string) => `Sending ${name}`,
  share: (name: string, percent: number) => `Sending ${name}: ${percent} %`,
  remove: "Remove",
  stop: "Stop",
  replace: "Choose another file to replace it:",
  unnamed: "Your file",
};
