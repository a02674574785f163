-- Tables of the sandbox. Times are epoch ms, localised texts are JSON {ja, en, ko, zh}, prices are hundredths, balances
-- are whole units.

CREATE TABLE members (
  id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, email TEXT UNIQUE, password TEXT,
  first_name TEXT NOT NULL, last_name TEXT NOT NULL,
  point INTEGER NOT NULL DEFAULT 0, soria INTEGER NOT NULL DEFAULT 0, soria_plus INTEGER NOT NULL DEFAULT 0,
  failed_count INTEGER NOT NULL DEFAULT 0, locked INTEGER NOT NULL DEFAULT 0,
  suspended_at INTEGER, suspended_ms INTEGER, suspended_rolling INTEGER NOT NULL DEFAULT 0, suspended_reason TEXT,
  deletion_at INTEGER, address TEXT UNIQUE, created_at INTEGER NOT NULL
);
CREATE TABLE sessions (
  sid TEXT PRIMARY KEY, member_id INTEGER NOT NULL, expires_at INTEGER NOT NULL
);
CREATE TABLE spent_refresh_tokens (
  jti TEXT PRIMARY KEY, spent_at INTEGER NOT NULL
);
CREATE TABLE codes (
  email TEXT PRIMARY KEY, code TEXT NOT NULL, issued_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, verified_at INTEGER
);
CREATE TABLE reset_tokens (
  jti TEXT PRIMARY KEY, member_id INTEGER NOT NULL
);
CREATE TABLE mails (
  id INTEGER PRIMARY KEY AUTOINCREMENT, recipient TEXT NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL,
  html TEXT NOT NULL, sent_at INTEGER NOT NULL, code TEXT, link TEXT
);
CREATE TABLE wallets (
  address TEXT PRIMARY KEY, has_pass INTEGER NOT NULL, pass_used INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE wallet_nonces (
  nonce TEXT PRIMARY KEY, expires_at INTEGER NOT NULL
);
CREATE TABLE nfts (
  id INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT NOT NULL, type TEXT NOT NULL, token_id TEXT NOT NULL,
  reward INTEGER NOT NULL, received INTEGER NOT NULL
);
CREATE TABLE history (
  id INTEGER PRIMARY KEY AUTOINCREMENT, member_id INTEGER NOT NULL, created_at INTEGER NOT NULL,
  currency TEXT NOT NULL, type TEXT NOT NULL, change_amount INTEGER NOT NULL, net_amount INTEGER NOT NULL,
  note TEXT NOT NULL, transaction_id TEXT
);
CREATE TABLE products (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL, name TEXT NOT NULL, payment_type TEXT NOT NULL,
  amount INTEGER NOT NULL, image TEXT NOT NULL, story TEXT NOT NULL
);
CREATE TABLE transactions (
  id TEXT PRIMARY KEY, member_id INTEGER NOT NULL, method TEXT NOT NULL, product_id INTEGER NOT NULL,
  name TEXT NOT NULL, quantity INTEGER NOT NULL, amount INTEGER NOT NULL, currency TEXT NOT NULL, external_id TEXT,
  order_id INTEGER, key TEXT, status TEXT NOT NULL, taken INTEGER NOT NULL, created_at INTEGER NOT NULL,
  captured_at INTEGER, updated_at INTEGER NOT NULL
);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT, member_id INTEGER NOT NULL, number TEXT NOT NULL UNIQUE,
  total INTEGER NOT NULL, currency TEXT NOT NULL, status TEXT NOT NULL, delivery TEXT, key TEXT,
  transaction_id TEXT, created_at INTEGER NOT NULL
);
CREATE TABLE order_items (
  order_id INTEGER NOT NULL, product_id INTEGER NOT NULL, quantity INTEGER NOT NULL
);
CREATE TABLE sent_keys (
  member_id INTEGER NOT NULL, call TEXT NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL,
  status INTEGER NOT NULL, answer TEXT NOT NULL, sent_at INTEGER NOT NULL, PRIMARY KEY (member_id, call, key)
);
CREATE TABLE key_epoch (
  id INTEGER PRIMARY KEY CHECK (id = 1), epoch TEXT NOT NULL
);
CREATE TABLE news (
  id INTEGER PRIMARY KEY, type TEXT NOT NULL, pinned INTEGER NOT NULL, created_at INTEGER NOT NULL,
  views INTEGER NOT NULL, title TEXT NOT NULL, content TEXT NOT NULL, image TEXT NOT NULL
);
CREATE TABLE faq (
  id INTEGER PRIMARY KEY, type TEXT NOT NULL, question TEXT NOT NULL, answer TEXT NOT NULL
);
CREATE TABLE inquiries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, public_id TEXT NOT NULL UNIQUE, member_id INTEGER,
  type_code TEXT NOT NULL, language TEXT NOT NULL, name TEXT NOT NULL, email TEXT NOT NULL, subject TEXT NOT NULL,
  status TEXT NOT NULL, created_at INTEGER NOT NULL
);
CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT, inquiry_public_id TEXT NOT NULL, sender_type TEXT NOT NULL,
  sender_name TEXT NOT NULL, content TEXT NOT NULL, created_at INTEGER NOT NULL,
  file_id TEXT
);
CREATE TABLE files (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, size INTEGER NOT NULL
);
CREATE TABLE dao_suggestions (
  id INTEGER PRIMARY KEY, type TEXT NOT NULL, status TEXT NOT NULL, title TEXT NOT NULL,
  content TEXT NOT NULL, account_name TEXT NOT NULL, member_id INTEGER, created_at INTEGER NOT NULL,
  start_at INTEGER, end_at INTEGER, agree_amount INTEGER NOT NULL, against_amount INTEGER NOT NULL,
  voter_count INTEGER NOT NULL, required_amount INTEGER NOT NULL, result_reason TEXT
);
CREATE TABLE dao_votes (
  suggestion_id INTEGER NOT NULL, member_id INTEGER NOT NULL, vote TEXT NOT NULL,
  PRIMARY KEY (suggestion_id, member_id)
);
CREATE TABLE dao_debates (
  id INTEGER PRIMARY KEY, suggestion_id INTEGER NOT NULL, title TEXT NOT NULL, content TEXT NOT NULL,
  account_name TEXT NOT NULL, created_at INTEGER NOT NULL, likes INTEGER NOT NULL, deleted INTEGER NOT NULL
);
CREATE TABLE dao_likes (
  debate_id INTEGER NOT NULL, member_id INTEGER NOT NULL, PRIMARY KEY (debate_id, member_id)
);
CREATE TABLE dao_comments (
  id INTEGER PRIMARY KEY, debate_id INTEGER NOT NULL, parent_id INTEGER, content TEXT NOT NULL,
  account_name TEXT NOT NULL, created_at INTEGER NOT NULL, likes INTEGER NOT NULL, deleted_by TEXT
);
CREATE TABLE dao_members (
  id INTEGER PRIMARY KEY, account_name TEXT NOT NULL, type TEXT NOT NULL, joined_at INTEGER NOT NULL,
  amount INTEGER NOT NULL
);
CREATE TABLE dao_reports (
  member_id INTEGER NOT NULL, target_type TEXT NOT NULL, target_id INTEGER NOT NULL, reason TEXT NOT NULL,
  detail TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (member_id, target_type, target_id)
);
CREATE TABLE card_intents (
  id TEXT PRIMARY KEY,
  client_secret TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  metadata TEXT NOT NULL,
  status TEXT NOT NULL,
  last_error TEXT,
  settles_at INTEGER,
  refunded INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);

CREATE INDEX history_of_member ON history (member_id, created_at);
CREATE INDEX orders_of_member ON orders (member_id, created_at);
CREATE INDEX transactions_of_member ON transactions (member_id, updated_at);
CREATE INDEX items_of_order ON order_items (order_id);
CREATE INDEX sessions_of_member ON sessions (member_id);
CREATE INDEX messages_of_inquiry ON messages (inquiry_public_id);
CREATE INDEX mails_of_recipient ON mails (recipient);
