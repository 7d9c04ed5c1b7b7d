/** The page on which a candidate sees how their application stands. */
export const ownApplication = {
  title: "Your application",
  arrived: "We have your application",
  missing: "There is no such application",
  mailed: "We have sent you the address of this page by mail. Who has it needs no password: keep it to yourself.",
  unmailed:
    "Keep the address of this page: no mail comes about it. Who has it needs no password, so keep it to yourself.",
  role: "Role",
  noRole: "No particular role",
  reference: "Reference",
  stored: "Stored",
  /** Before a day. */
  kept: "As you allowed, we keep it for other roles until",
  data: {
    title: "What we hold",
    text: "What you sent us, interviews and mails, as a file that programs can read, too; or with your documents, as a ZIP.",
    download: "Download",
    all: "With documents",
  },
  documents: {
    title: "Your documents",
    add: "Add a document",
    hint: "A certificate or a sample of your work.",
    send: "Add it",
  },
  keep: {
    title: "May we keep it?",
    text: "We would like to think of you for other roles. Without your yes it is deleted when its time is over. You can still withdraw later.",
    means: "Yes means:",
    yes: "Yes, keep it",
    no: "No, delete it when due",
  },
  interviews: {
    title: (count: number) => (count === 1 ? "Your interview" : "Your interviews"),
    zone: (zone: string) => `Times are those of ${zone}.`,
    /** Around a time. */
    cancelled: ["The interview of", "is cancelled."],
    length: (how: string, minutes: number) => `${how}, ${minutes} minutes`,
    people: (names: readonly string[]) => `, with ${names.join(", ")}`,
    calendar: "Put it into your calendar",
    declined: "You have told us that none of these times suits you. You can still choose one.",
    over: "All proposed times are over. Write to us below.",
    choose: "Choose a time",
    book: "Book this time",
    none: "No time suits me",
    when: "When could you?",
    decline: "None of these",
  },
  withdraw: {
    title: "Withdraw",
    text: "Erases this application at once: your answers, files, mails and our notes. It cannot be taken back.",
    sure: "Yes, erase all of it.",
    send: "Withdraw and erase",
  },
  withdrawn: {
    title: "Your application is erased",
    text: "Answers, files and mails are gone from our database, and nobody here can read them any longer. The link in our mail opens nothing now.",
    all: "See all openings",
  },
};
