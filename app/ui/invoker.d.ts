import "react";

declare module "react" {
  interface ButtonHTMLAttributes<T> {
    /**
     * Invoker command, e.g. `show-modal`; the target's id is in `commandfor`. React writes both attributes unchanged.
     */
    command?: string;
    commandfor?: string;
  }
}
