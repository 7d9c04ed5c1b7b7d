// Bundle: site
/** How tabs tell each other of a sign-in or sign-out: the name of the channel, or of a key in local storage instead. */
export const sessionChannel = "session";
