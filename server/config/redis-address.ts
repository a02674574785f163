/** What SESSION_STORE_URL may say, taken apart. */

/** A server by name and port. */
export interface Node {
  host: string;
  port: number;
}

export type RedisAddress =
  | { kind: "server"; url: string }
  | {
      kind: "sentinel";
      /** The sentinels; any of them is asked where the primary is. */
      sentinels: Node[];
      /** The name under which the sentinels know the primary. */
      name: string;
      tls: boolean;
      /** Of the data servers. */
      username?: string;
      password?: string;
      database?: number;
      /** Of the sentinels, which may have another. */
      sentinelPassword?: string;
    };

const SENTINEL_PORT = 26379;

/** The words after "wants" when an address is none of ours (env.server.ts). */
export const redisAddressWants =
  "redis://host:port, rediss://host:port (TLS), or redis+sentinel://[user:password@]host:port,host:port/name " +
  "(rediss+sentinel:// for TLS, ?sentinelPassword= where the sentinels have one); a Redis Cluster cannot be used";

/**
 * Takes an address apart: `redis://` and `rediss://` are one server (or whatever stands behind its name), and
 * `redis+sentinel://user:password@one:26379,two:26379/name/database` a primary that sentinels know.
 *
 * @returns undefined when it is none of these
 */
export function parseRedisAddress(text: string): RedisAddress | undefined {
  const sentinel =
    /^redis(?<tls>s?)\+sentinel:\/\/(?:(?<user>[^:@/]*):(?<password>[^@/]*)@)?(?<hosts>[^@/?]+)\/(?<name>[\w.-]+)(?:\/(?<database>\d{1,3}))?(?:\?(?<query>.*))?$/.exec(
      text,
    )?.groups;
  if (!sentinel) {
    const isServer =
      URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol) && new URL(text).hostname;
    return isServer ? { kind: "server", url: text } : undefined;
  }
  const sentinels = (sentinel["hosts"] ?? "").split(",").map(nodeOf);
  if (sentinels.includes(undefined)) return undefined;
  const { user, password, database } = sentinel;
  const sentinelPassword = new URLSearchParams(sentinel["query"]).get("sentinelPassword");
  return {
    kind: "sentinel",
    sentinels: sentinels.filter((node) => node !== undefined),
    name: sentinel["name"] ?? "",
    tls: sentinel["tls"] === "s",
    ...(user ? { username: decodeURIComponent(user) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(database ? { database: Number(database) } : {}),
    ...(sentinelPassword ? { sentinelPassword } : {}),
  };
}

function nodeOf(text: string): Node | undefined {
  if (!URL.canParse(`redis://${text}`)) return undefined;
  const { hostname, port, pathname } = new URL(`redis://${text}`);
  if (hostname === "" || pathname !== "") return undefined;
  // An IPv6 address stands in brackets in addresses only.
  return { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: port === "" ? SENTINEL_PORT : Number(port) };
}
