# Soria Web in containers. `docker build -t soria-web .` is the site for production (compose.yaml; needs a product API);
# `--target demo` is the site's image with the sandbox of the product API in it (deploy/compose.demo.yaml).
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY patches ./patches
# Browsers are for the tests; no dependency has a step of its own that the build needs.
RUN npm ci --ignore-scripts && npm run postinstall
COPY . .
# The folder of another brand inside the project (docs/branding.md).
ARG BRAND_DIR=brand
RUN BRAND_DIR=$BRAND_DIR npm run build

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY patches ./patches
RUN npm ci --omit=dev --ignore-scripts && npm run postinstall

FROM ${NODE_IMAGE} AS runtime
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY package.json ./
COPY --from=dependencies /app/node_modules ./node_modules
# The embedded session store, files on their way to support, and assets of earlier images.
RUN mkdir -p .data/assets && chown -R node:node .data
VOLUME /app/.data
USER node

FROM runtime AS demo
COPY --from=build /app/build ./build
COPY --from=build /app/server/sandbox/content/art ./server/sandbox/content/art
COPY --from=build /app/app/i18n/locales ./app/i18n/locales
# What the sandbox reads at its start and sends to browsers, and what its desk is drawn with.
COPY --from=build /app/server/sandbox/schema.sql ./server/sandbox/
COPY --from=build /app/server/sandbox/stripe/browser ./server/sandbox/stripe/browser
COPY --from=build /app/server/sandbox/desk/desk-frame.css /app/server/sandbox/desk/desk-content.css ./server/sandbox/desk/
COPY --from=build /app/app/styles ./app/styles
EXPOSE 3000 4000
CMD ["node", "build/site.js"]

FROM runtime AS site
COPY --from=build /app/build/client ./build/client
COPY --from=build /app/build/server ./build/server
COPY --from=build /app/build/site.js /app/build/site.js.map /app/build/backup.js ./build/
EXPOSE 3000
# /healthz is answered to any Host. The image has no curl: node asks.
HEALTHCHECK --interval=10s --timeout=3s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
# Not through npm, which would keep SIGTERM from the site.
CMD ["node", "--enable-source-maps", "build/site.js"]
