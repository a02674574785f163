import { useEffect, useLayoutEffect } from "react";

/** React hook like useLayoutEffect that does not warn on the server, where no effect runs. */
export const useBrowserLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;
