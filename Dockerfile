# One image for the API, the worker, the gateway, the migration and every command. Node runs the TypeScript sources as they are.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# What runs in production: no embedded engine, no compiler, the native part of Temporal for this machine alone.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false --omit=dev --omit=optional --ignore-scripts \
  && rm -rf node_modules/@swc node_modules/@temporalio/core-bridge/sdk-core \
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
    ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -rf {} +

# Workflow code is bundled once, here: the compiler that does it stays behind.
FROM ${NODE_IMAGE} AS bundle
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false --omit=dev --ignore-scripts
COPY domain domain
COPY contracts contracts
COPY workflows workflows
COPY worker worker
COPY runtime runtime
COPY layers.mjs ./
COPY scripts/bundle-workflows.ts scripts/
RUN node scripts/bundle-workflows.ts

FROM ${NODE_IMAGE}
# The version of package.json, and the Git commit: docker build --build-arg REVISION="$(git rev-parse HEAD)" .
ARG VERSION=0.2.0
ARG REVISION
LABEL org.opencontainers.image.title="Truetally" \
  org.opencontainers.image.description="Honest, durable answers from LLM gateway traffic" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production \
  TRUETALLY_COMMIT=${REVISION} \
  TRUETALLY_HOST=0.0.0.0 \
  TRUETALLY_DATA=/data \
  TRUETALLY_JOURNAL=/journal \
  HOME=/home/node
WORKDIR /app
# A volume that is made for one of these is made as it is here.
RUN mkdir -p /data /journal /home/node/.gateway/content && chown -R node:node /data /journal /home/node/.gateway
COPY --from=dependencies /app/node_modules node_modules
# The native part of password hashing is no choice of ours, yet npm leaves it out with what is optional.
COPY --from=bundle /app/node_modules/@node-rs node_modules/@node-rs
COPY package.json package-lock.json layers.mjs ./
COPY domain domain
COPY contracts contracts
COPY tracing tracing
COPY transport transport
COPY journal journal
COPY content content
COPY workflows workflows
COPY activities activities
COPY analytics analytics
COPY store store
COPY providers providers
COPY api api
COPY worker worker
COPY proxy proxy
COPY runtime runtime
COPY maintenance maintenance
COPY operator operator
COPY --from=bundle /app/.cache .cache
# The account `node`, by its number: some hosts know no names of an image.
USER 1000:1000
EXPOSE 7070
# The API; `worker/main.ts` is the worker, `maintenance/migrate.ts` the migration.
CMD ["node", "--max-semi-space-size=64", "api/server.ts"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.TRUETALLY_PORT || 7070}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
