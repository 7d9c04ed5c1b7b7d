/**
 * Short words of the frame around every page, some for screen readers. Every visitor loads them, so words of one page are in ./pages/,
 * and those of forms in ./form-labels.ts.
 */
export const labels = {
  skip: "Skip to content",
  home: "Home",
  /** After the company's name, for screen readers. */
  homeOf: "home",
  breadcrumb: "Breadcrumb",
  inShort: "In short",
  contents: "Contents",
  lastChanged: "Last changed on",
  tryAgain: "Try again",
  toHome: "Go to the home page",
  header: {
    main: "Main",
    mobile: "Mobile",
    menu: "Menu",
    closeMenu: "Close menu",
    search: "Search",
  },
  footer: { services: "Services", company: "Company", connect: "Connect", cookies: "Cookie settings" },
};

/** What the header says to staff. */
export const staffLabels = {
  lookingUp: "Looking up who is signed in",
  signedOut: "You are signed out.",
  loading: "Loading links for staff",
  opening: "Opening the staff area",
  marketing: "Marketing Admin",
  talent: "Talent Admin",
  figures: "Figures",
  ofThisPage: "of this page",
  signOut: "Logout",
  unknown: "Sign-in not known",
  /** After that, for screen readers. */
  askAgain: ": ask again",
  /** For screen readers. */
  unknownWhy: "The server did not answer who is signed in.",
  applications: "Job Applications",
};
