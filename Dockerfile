# Linnet in a container, which contains only the single-file executable and the base system.
FROM --platform=$BUILDPLATFORM node:22-bookworm-slim AS build
ARG TARGETARCH
WORKDIR /build
COPY package.json package-lock.json tsconfig.json ./
COPY bin bin
COPY packages packages
RUN npm ci --omit=dev
RUN npm run executables -- "linux-$(echo "$TARGETARCH" | sed s/amd64/x64/)"
RUN mv dist/linnet-linux-* dist/linnet

FROM debian:bookworm-slim
RUN useradd --system --uid 999 --user-group --home-dir /data --no-create-home linnet
# The folder for images exists from the start, so that nodes can share only that folder.
RUN install -d -m 0700 -o linnet -g linnet /data /data/assets
COPY --from=build /build/dist/linnet /usr/local/bin/linnet
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER linnet
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["linnet", "health"]
# The server stops on SIGTERM, within the ten seconds that container runtimes allow.
ENTRYPOINT ["linnet"]
CMD ["serve"]
