import { useNavigation } from "react-router";

/** True while a form that posts to the address `own` is being sent. */
export function useBusy(own: string): boolean {
  const [path = ""] = own.split("?");
  return useNavigation().formAction?.startsWith(path) ?? false;
}
