export const templatesPath = "/job-applications/templates";
