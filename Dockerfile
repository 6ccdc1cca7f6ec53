# One image for every part: `docker run tributary serve rest`, `serve worker`, `migrate`, `keys create …`.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Workspaces: without their manifests `npm ci` silently leaves out their dependencies.
COPY dashboard/package.json dashboard/
COPY sdk/package.json sdk/
RUN npm ci
COPY . .
# Without stand-ins, benches and tests, which are not run here.
RUN node tools/prepare.mjs \
    && rm -r dist/test dist/bench dist/site/src \
    && find dist -name '*.test.js*' -delete

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY dashboard/package.json dashboard/
COPY sdk/package.json sdk/
# Without the compiler and the embedded database: a deployment has its own Postgres.
RUN npm ci --omit=dev --omit=optional
# Removes links to the workspaces, which are broken in the image, and files that only a debugger, a compiler or another kind of database would read: more than half of the total.
RUN rm -r node_modules/@tributary \
    && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \
    -o -path '*/@prisma/client/runtime/query_compiler_*' ! -name '*_fast_bg.postgresql.*' \) -delete

FROM node:24-bookworm-slim
WORKDIR /app
# Every host listens on the container's network; NODE_ENV=production refuses development defaults.
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE ./
USER node
EXPOSE 4000 4001 4002 4010 4011 4012 4013 4014 9464
ENTRYPOINT ["node", "--import", "./dist/cli/early-signals.js", "dist/cli/main.js"]
CMD ["--help"]
