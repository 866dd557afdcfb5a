export interface RateLimits {
  /** Requests a minute, to this process. */
  readonly requestsPerCredential: number;
  /** Requests a minute to this process, over all credentials. An IPv6 address counts as its /64 network. */
  readonly requestsPerAddress: number;
}

export interface RequestLimits extends RateLimits {
  /** Connections that one address may have at once; trusted proxies have as many as they like. */
  readonly connectionsPerAddress: number;
  /** Addresses and networks whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
  readonly trustedProxies: readonly string[];
}
