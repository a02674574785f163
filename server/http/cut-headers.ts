import type { RequestHandler } from "express";

/** Characters that a header can need, several times what browsers send. Node accepts 16 kB of headers in all. */
const mostCharacters = {
  accept: 1_000,
  "accept-encoding": 200,
  "accept-language": 500,
  "content-type": 300,
  "if-match": 2_000,
  "if-modified-since": 100,
  "if-none-match": 2_000,
  "if-range": 200,
  origin: 300,
  purpose: 50,
  range: 100,
  referer: 2_500,
  "sec-fetch-dest": 50,
  "sec-fetch-site": 50,
  "sec-purpose": 50,
  "user-agent": 500,
} as const;

/** Cuts headers to a useful length before the site or a library reads them. */
export const cutHeaders: RequestHandler = ({ headers }, _res, next) => {
  for (const [name, most] of Object.entries(mostCharacters)) {
    const value = headers[name];
    if (typeof value === "string" && value.length > most) headers[name] = value.slice(0, most);
  }
  next();
};
