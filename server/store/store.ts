/**
 * One record as a store keeps it: a session (the store sees neither its id nor what is in it), the payments
 * of a member (purchases/ledger.server.ts), or the result of a form that was sent (form-token.server.ts).
 */
export interface StoredRecord {
  /** Encrypted. */
  payload: Uint8Array;
  /** Counts the writes, from 1. */
  version: number;
  /** Whose session it is (a hash); undefined for a visitor who is not signed in, and for other records. */
  owner?: string | undefined;
  /** Milliseconds since 1970. Past it, the record does not exist. */
  expiresAt: number;
}

/** A record, and the key that it is kept under. */
export interface KeyedRecord {
  key: string;
  record: StoredRecord;
}

export type RecordContent = Omit<StoredRecord, "version">;

/**
 * Where sessions are kept, and the few other records that all processes share. Every method throws
 * StoreUnavailable when the store cannot answer, the Redis one within about a second.
 */
export interface SessionStore {
  get(key: string): Promise<StoredRecord | undefined>;
  /** Keeps a new record as version 1. @returns false when there is one under this key already */
  create(key: string, content: RecordContent): Promise<boolean>;
  /**
   * Compare and set: writes `content` as version + 1.
   *
   * @returns false when the record is gone or has another version
   */
  replace(key: string, version: number, content: RecordContent): Promise<boolean>;
  destroy(key: string): Promise<void>;
  /** The sessions of an owner that have not expired, in no order. */
  listOf(owner: string): Promise<KeyedRecord[]>;
  /** Destroys all sessions of an owner but one. @returns how many */
  destroyAllOf(owner: string, exceptKey?: string): Promise<number>;
  /** How many sessions there are, for the metrics. The keys of other records have a colon in them. */
  count(): Promise<number>;
  /** Resolves when the store can be written, which a full disk or a replica cannot. */
  ping(): Promise<void>;
  /**
   * Runs `work` while nobody else, in this or another process on the same store, runs under the same key.
   * The lock of a process that died is free again after some seconds.
   *
   * @param waitMs how long to wait for the lock; 12 s when left out
   * @throws StoreUnavailable also when the lock was not free in that time
   */
  withLock<Result>(key: string, work: () => Promise<Result>, waitMs?: number): Promise<Result>;
  close(): Promise<void>;
}

/** What went wrong, in one line, for the log. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? `${error.code}: ` : "";
  return `${code}${error.message.split("\n")[0]}`;
}
