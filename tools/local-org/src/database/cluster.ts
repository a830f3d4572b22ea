/** The server that holds the org's databases. */
export { openCluster, type Cluster, type ClusterOptions, type DatabaseAddress } from '@retrysafe/postgres';
