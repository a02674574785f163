import { createContext, useContext } from "react";

/** On the server, whether late parts of this page are put in place by a script. */
export const StreamingContext = createContext(false);

export function useIsStreamed(): boolean {
  return useContext(StreamingContext);
}
