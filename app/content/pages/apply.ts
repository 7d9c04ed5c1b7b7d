/** The page with the form for applications. */
export const apply = {
  description: "Apply in a few minutes: a CV as file or text, no account, no cover letter needed.",
  lead: "A CV, how to reach you, and you are done. No account, and no cover letter unless you want to write one.",
  open: {
    title: "Apply without a role",
    lead: "If no opening fits, tell us what you would like to do. A person reads it and answers.",
  },
  name: "Apply",
  careers: "Careers",
  closed: {
    title: "This opening has closed.",
    unkept: "These answers have no room in the note. Copy what matters into the CV as text:",
    text: "We take no more applications for it. If you would like to work with us all the same, apply without a role.",
    kept: "It closed while you were writing. What you typed is still here, and your answers are added to the note: send it without a role, or leave it.",
  },
  next: {
    title: "What happens next",
    steps: [
      "You get a mail with a private link. It shows how your application stands.",
      "Two people read it, within five working days. No software rejects anybody.",
      "By the link you can add a document, download what we hold, or withdraw: all is erased unless a law forbids it.",
    ],
  },
} as const;
