const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns whether a URL's host is localhost, 127.0.0.1 or [::1]. */
export const isLoopback = (url: string) => LOOPBACK.has(new URL(url).hostname);
