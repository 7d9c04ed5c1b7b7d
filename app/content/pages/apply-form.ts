/** The words of the form for applications. Only the server loads it. */
const applyForm = {
  label: "Application",
  fields: {
    name: { label: "Name" },
    email: { label: "E-mail", example: "Such as name@example.com" },
    phone: { label: "Telephone" },
    place: { label: "Where you live", hint: "Town and country, if you like." },
    resume: { label: "CV", hint: "A file, or the text below." },
    resumeText: { open: "Paste the CV as text instead", label: "CV as text" },
    links: {
      label: "Links",
      hint: "Work you can show: a repository, a portfolio, a profile. One on each line, up to five.",
    },
    coverNote: {
      label: "Note",
      hint: "Whatever else we should know, such as when you can begin. Please leave out health data.",
    },
  },
  /** Around the link to the privacy policy. `term` is how long it is stored, in words. */
  consent: (term: string) =>
    [
      `You may store this application to decide about it. It is erased ${term} after the decision, and at once when I withdraw, as the`,
      "describes.",
    ] as const,
  keep: (term: string) => `Also keep it for other roles, for ${term} (optional).`,
  send: "Send application",
  sending: "Sending",
  waiting: "Sending the file first",
  waits: "Your application goes by itself once the file is there.",
  promise: "No account is made, and we never ask what you earn.",
  draft: {
    keep: "Keep a draft on this device until it is sent (optional).",
    back: "What you typed before on this device is back. Files have to be chosen again.",
  },
  answers: { yes: "Yes", no: "No" },
};

/** The words of the form with the terms in them, ready for the form: of `ended` applications, and of those that are `kept`. */
export function buildFormWords({ ended, kept }: { ended: string; kept: string }) {
  return { ...applyForm, consent: applyForm.consent(ended), keep: applyForm.keep(kept) };
}

export type FormWords = ReturnType<typeof buildFormWords>;
