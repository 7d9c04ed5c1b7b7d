/** What begins with this in the bucket is not served under /media/, but by a route that knows who may see it. */
export const privatePrefix = "private/";
