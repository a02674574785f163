/** A session, a member's purchases, or the result of a submitted form. The store does not know the content. */
export interface StoredRecord {
  /** Encrypted content. */
  payload: Uint8Array;
  /** Number of writes, from 1. */
  version: number;
  /** Hash of the session's member; undefined for a guest, and for other kinds of records. */
  owner?: string | undefined;
  /** In ms since 1970. An expired record counts as missing. */
  expiresAt: number;
  /** Hash of the address that created a guest's session. Such records are limited (record-limits.ts). */
  guest?: string | undefined;
}

/** Bytes that the records take, and the most that they may take (Infinity for none). */
export interface StoreSize {
  used: number;
  limit: number;
}

export interface KeyedRecord extends StoredRecord {
  key: string;
}

export type RecordContent = Omit<StoredRecord, "version">;

/** The records that all processes share. Every method throws StoreUnavailable when the store does not respond. */
export interface SessionStore {
  get(key: string): Promise<StoredRecord | undefined>;
  /** @returns false when the key exists already */
  create(key: string, content: RecordContent): Promise<boolean>;
  /** Writes `content` as version + 1; false when the record is gone or has another version. */
  replace(key: string, version: number, content: RecordContent): Promise<boolean>;
  destroy(key: string): Promise<void>;
  /** Returns the owner's sessions that have not expired, in any order. */
  listOf(owner: string): Promise<KeyedRecord[]>;
  /** @returns the number of destroyed sessions */
  destroyAllOf(owner: string, exceptKey?: string): Promise<number>;
  /** Returns the number of sessions, for the metrics. Keys of other records contain a colon and are not counted. */
  count(): Promise<number>;
  /** Yields the keys with this prefix, without it, in parts and in any order; expired ones too. For sweeps only. */
  keys(prefix: string): AsyncIterable<string[]>;
  /** Rejects when the store is not writable: a full disk, a replica. */
  ping(): Promise<void>;
  size(): Promise<StoreSize>;
  /**
   * Runs `work` under a lock of all processes. The lock of a killed process expires after some seconds.
   *
   * @param waitMs maximum wait for the lock; 12 s by default
   * @throws StoreUnavailable also when the lock is not free in that time
   */
  withLock<Result>(key: string, work: () => Promise<Result>, waitMs?: number): Promise<Result>;
  close(): Promise<void>;
}

/** Returns the reason of an error in one line, for the log. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? `${error.code}: ` : "";
  return `${code}${error.message.split("\n")[0]}`;
}
