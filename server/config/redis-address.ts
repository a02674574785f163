export interface Node {
  host: string;
  port: number;
}

export type RedisAddress = NonNullable<ReturnType<typeof parseRedisAddress>>;

const SENTINEL_PORT = 26379;

export const redisAddressWants =
  "redis://host:port, rediss://host:port (TLS), or redis+sentinel://[user:password@]host:port,host:port/name " +
  "(rediss+sentinel:// for TLS, ?sentinelPassword= where the sentinels have one); a Redis Cluster cannot be used";

/**
 * Parses a store's address: `redis://` and `rediss://` are one server (or a name that resolves to one),
 * `redis+sentinel://user:password@one:26379,two:26379/name/database` is a primary behind sentinels.
 *
 * @returns undefined when the text is none of these
 */
export function parseRedisAddress(text: string) {
  const sentinel =
    /^redis(?<tls>s?)\+sentinel:\/\/(?:(?<user>[^:@/]*):(?<password>[^@/]*)@)?(?<hosts>[^@/?]+)\/(?<name>[\w.-]+)(?:\/(?<database>\d{1,3}))?(?:\?(?<query>.*))?$/.exec(
      text,
    )?.groups;
  if (!sentinel) {
    const isServer =
      URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol) && new URL(text).hostname;
    return isServer ? { kind: "server" as const, url: text } : undefined;
  }
  const { hosts = "", name = "", tls, user, password, database, query } = sentinel;
  const nodes = hosts.split(",").map(nodeOf);
  if (nodes.includes(undefined)) return undefined;
  return {
    kind: "sentinel" as const,
    sentinels: nodes.filter((node) => node !== undefined),
    /** Name of the primary in the sentinels' configuration. */
    name,
    tls: tls === "s",
    // Credentials of the data servers; the sentinels may have another password.
    username: user ? decodeURIComponent(user) : undefined,
    password: password ? decodeURIComponent(password) : undefined,
    database: database ? Number(database) : undefined,
    sentinelPassword: new URLSearchParams(query).get("sentinelPassword") || undefined,
  };
}

function nodeOf(text: string): Node | undefined {
  if (!URL.canParse(`redis://${text}`)) return undefined;
  const { hostname, port, pathname } = new URL(`redis://${text}`);
  if (hostname === "" || pathname !== "") return undefined;
  // URLs put IPv6 addresses in brackets; the client expects them without.
  return { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: port === "" ? SENTINEL_PORT : Number(port) };
}
