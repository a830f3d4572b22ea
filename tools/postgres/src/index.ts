import { EmbeddedCluster } from './embedded.js';
import { ExternalCluster } from './external.js';
import type { Cluster, ClusterOptions } from './cluster.js';

export type { Cluster, ClusterOptions, DatabaseAddress } from './cluster.js';

/**
 * Starts the embedded server, or names the one given by URL.
 *
 * @throws Error that says what to do when there is no PostgreSQL for the platform, the URL names no server, or another
 *   process uses the data directory.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  return options.databaseUrl
    ? new ExternalCluster(options.databaseUrl)
    : EmbeddedCluster.start(options.dataDirectory, options.share ?? false);
}
