export interface RateLimits {
  /** Requests per minute to this process. */
  readonly requestsPerCredential: number;
  /** Requests per minute to this process, over all credentials. An IPv6 address counts as its /64 network. */
  readonly requestsPerAddress: number;
}

export interface RequestLimits extends RateLimits {
  /** Simultaneous connections of one address; trusted proxies have no limit. */
  readonly connectionsPerAddress: number;
  /** Addresses and networks whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
  readonly trustedProxies: readonly string[];
}
