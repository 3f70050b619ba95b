// `import BackgroundTransfers` brings the rest of URL loading with it, in place of `import FoundationNetworking`.

@_exported public import FoundationNetworking
