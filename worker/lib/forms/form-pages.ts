/** The pages with forms of the API. The first stands for any other. */
export const formPages = ["/auth", "/admin/auth", "/auth/second-step", "/auth/confirm"] as const;

export type FormPage = (typeof formPages)[number];
