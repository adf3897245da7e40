# workerd's configuration of a service without Cloudflare: `workerd serve config.capnp`, in the folder that
# `npm run self-hosted` makes. Folders are given by `--directory-path tiles=…` and `keys=…`; outside of an image also `page=…`.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    ( name = "service",
      worker = (
        modules = [(name = "worker.js", esModule = embed "worker.js")],
        compatibilityDate = "2026-10-01",
        bindings = [
          (name = "TILES_FOLDER", service = "tiles"),
          (name = "KEYS_FOLDER", service = "keys"),
          (name = "PAGE_FOLDER", service = "page"),
          (name = "ADDRESS_HEADER", fromEnvironment = "ADDRESS_HEADER"),
        ],
      )
    ),
    (name = "tiles", disk = (writable = false)),
    (name = "keys", disk = (writable = false)),
    (name = "page", disk = (path = "/service/page", writable = false)),
    # Nothing is fetched. The service of this name that workerd makes by itself needs certificates, which the image has not.
    (name = "internet", network = (allow = [])),
  ],
  sockets = [(name = "http", address = "*:8787", http = (), service = "service")],
);
