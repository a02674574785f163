# Soria Web in production: `docker build -t soria-web .`, then compose.yaml, or
# `docker run --env-file .env -p 3000:3000 soria-web`. Needs a product API: the sandbox answers its own machine only.

FROM node:20.19-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Browsers are for the tests; no dependency has a step of its own that the build needs.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:20.19-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:20.19-bookworm-slim
ENV NODE_ENV=production PORT=3000
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY package.json ./
# The embedded session store, and files on their way to support.
RUN mkdir .data && chown node:node .data
VOLUME /app/.data
USER node
EXPOSE 3000
# /healthz is answered to any Host. The image has no curl: node asks.
HEALTHCHECK --interval=10s --timeout=3s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
# Not through npm, which would keep SIGTERM from the site.
CMD ["node", "build/site.js"]
