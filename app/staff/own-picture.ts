// Bundle: staff
import { createContext, useContext } from "react";

/** The address of the reader's own picture; null if they have none. The frame knows it. */
export const OwnPicture = createContext<string | null>(null);

/** The address of the reader's own picture; null if they have none. */
export function usePicture(): string | null {
  return useContext(OwnPicture);
}
