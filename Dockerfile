# One image for the API, the worker, the gateway, the migration and every command. Node runs the TypeScript sources
# without a build.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# The production dependencies, without embedded engines and compilers. Temporal's native part is kept only for this
# machine's architecture.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false --omit=dev --omit=optional --ignore-scripts \
  && rm -rf node_modules/@swc node_modules/@temporalio/core-bridge/sdk-core \
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
    ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -rf {} +

# This stage bundles the workflow code. The final image does not contain the compiler.
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
# VERSION is the version in package.json. REVISION is the Git commit. Set it with this command:
# docker build --build-arg REVISION="$(git rev-parse HEAD)" .
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
# A new Docker volume for one of these folders gets the owner that the folder has in the image.
RUN mkdir -p /data /journal /home/node/.gateway/content && chown -R node:node /data /journal /home/node/.gateway
COPY --from=dependencies /app/node_modules node_modules
# Password hashing needs its native package, but npm omits it above with the optional dependencies.
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
# The account `node`, as a number, because some hosts cannot resolve the account names of an image.
USER 1000:1000
EXPOSE 7070
# This command starts the API. `worker/main.ts` starts the worker, and `maintenance/migrate.ts` runs the migration.
CMD ["node", "--max-semi-space-size=64", "api/server.ts"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.TRUETALLY_PORT || 7070}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
