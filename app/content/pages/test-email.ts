/** The page that sends a test mail, for operators. */
export const testEmail = {
  name: "Test of outgoing mail",
  lead: "For operators. The button sends one fixed mail to the configured address, and to no other.",
  sent: "The mail is stored and on its way. Look into the mailbox.",
  refused: {
    unset: "Mail is not configured, so nothing was sent.",
    unavailable: "The database did not take the mail just now. Try again in a moment.",
    limited: (seconds: number | undefined) =>
      `One test mail a minute and five an hour, for everybody together. Wait ${seconds} seconds.`,
  },
  parts: [
    { key: "transport", name: "Way out for mails", missing: "Set MAIL_TRANSPORT and what it needs." },
    { key: "sender", name: "Sender address", missing: "Set MAIL_FROM." },
    { key: "recipient", name: "Recipient of the test", missing: "Set MAIL_TEST_TO." },
    {
      key: "queue",
      name: "Mail queue",
      missing: "Add a queue named MAIL_QUEUE; without it mail leaves every five minutes.",
    },
  ],
  table: { caption: "Configuration", columns: ["Part", "State", "What to do"] },
  set: "Set",
  unset: "Not set",
  nothing: "Nothing",
  send: "Send the test mail",
  sending: "Sending",
} as const;
