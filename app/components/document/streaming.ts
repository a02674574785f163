import { createContext, useContext } from "react";

/** On the server: true if this page's late parts are streamed and inserted by a script. */
export const StreamingContext = createContext(false);

export function useIsStreamed(): boolean {
  return useContext(StreamingContext);
}
