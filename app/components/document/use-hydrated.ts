import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and in the browser's first render, then true. For controls that need scripts. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
