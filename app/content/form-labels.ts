// Bundle: forms
/** Short words that forms share. */
export const formLabels = {
  optional: "(optional)",
  privacyPolicy: "privacy policy",
  /** Of the field that only programs fill in. */
  leaveEmpty: "Leave this empty",
};
