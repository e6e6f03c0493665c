/**
 * The platform's names of quota limits, by their names in this package. A name without its suffix is a quota:
 * `cpu_count_limit` is the limit of `cpu_count`, and `cpu_count_usage` its usage.
 */

/** Quotas of the whole account. */
export const GLOBAL_LIMITS = {
  inferenceCpuMillicoreCountLimit: "inference_cpu_millicore_count_limit",
  inferenceGpuA100CountLimit: "inference_gpu_a100_count_limit",
  inferenceGpuH100CountLimit: "inference_gpu_h100_count_limit",
  inferenceGpuL40sCountLimit: "inference_gpu_l40s_count_limit",
  inferenceInstanceCountLimit: "inference_instance_count_limit",
  inferencePublicModelApiKeyCountLimit: "inference_public_model_api_key_count_limit",
  keypairCountLimit: "keypair_count_limit",
  projectCountLimit: "project_count_limit",
} as const;

/** Quotas of one region. */
export const REGIONAL_LIMITS = {
  baremetalBasicCountLimit: "baremetal_basic_count_limit",
  baremetalGpuCountLimit: "baremetal_gpu_count_limit",
  baremetalGpuA100CountLimit: "baremetal_gpu_a100_count_limit",
  baremetalGpuH100CountLimit: "baremetal_gpu_h100_count_limit",
  baremetalGpuH200CountLimit: "baremetal_gpu_h200_count_limit",
  baremetalGpuL40sCountLimit: "baremetal_gpu_l40s_count_limit",
  baremetalHfCountLimit: "baremetal_hf_count_limit",
  baremetalInfrastructureCountLimit: "baremetal_infrastructure_count_limit",
  baremetalNetworkCountLimit: "baremetal_network_count_limit",
  baremetalStorageCountLimit: "baremetal_storage_count_limit",
  caasContainerCountLimit: "caas_container_count_limit",
  caasCpuCountLimit: "caas_cpu_count_limit",
  caasGpuCountLimit: "caas_gpu_count_limit",
  caasRamSizeLimit: "caas_ram_size_limit",
  clusterCountLimit: "cluster_count_limit",
  cpuCountLimit: "cpu_count_limit",
  dbaasPostgresClusterCountLimit: "dbaas_postgres_cluster_count_limit",
  externalIpCountLimit: "external_ip_count_limit",
  faasCpuCountLimit: "faas_cpu_count_limit",
  faasFunctionCountLimit: "faas_function_count_limit",
  faasNamespaceCountLimit: "faas_namespace_count_limit",
  faasRamSizeLimit: "faas_ram_size_limit",
  firewallCountLimit: "firewall_count_limit",
  floatingCountLimit: "floating_count_limit",
  gpuCountLimit: "gpu_count_limit",
  gpuVirtualA100CountLimit: "gpu_virtual_a100_count_limit",
  gpuVirtualH100CountLimit: "gpu_virtual_h100_count_limit",
  gpuVirtualH200CountLimit: "gpu_virtual_h200_count_limit",
  gpuVirtualL40sCountLimit: "gpu_virtual_l40s_count_limit",
  imageCountLimit: "image_count_limit",
  imageSizeLimit: "image_size_limit",
  ipuCountLimit: "ipu_count_limit",
  laasTopicCountLimit: "laas_topic_count_limit",
  loadbalancerCountLimit: "loadbalancer_count_limit",
  networkCountLimit: "network_count_limit",
  ramLimit: "ram_limit",
  registryCountLimit: "registry_count_limit",
  registryStorageLimit: "registry_storage_limit",
  routerCountLimit: "router_count_limit",
  secretCountLimit: "secret_count_limit",
  servergroupCountLimit: "servergroup_count_limit",
  sfsCountLimit: "sfs_count_limit",
  sfsSizeLimit: "sfs_size_limit",
  sharedVmCountLimit: "shared_vm_count_limit",
  snapshotScheduleCountLimit: "snapshot_schedule_count_limit",
  subnetCountLimit: "subnet_count_limit",
  vmCountLimit: "vm_count_limit",
  volumeCountLimit: "volume_count_limit",
  volumeSizeLimit: "volume_size_limit",
  volumeSnapshotsCountLimit: "volume_snapshots_count_limit",
  volumeSnapshotsSizeLimit: "volume_snapshots_size_limit",
} as const;

export type GlobalLimit = keyof typeof GLOBAL_LIMITS;
export type RegionalLimit = keyof typeof REGIONAL_LIMITS;

/** Can be requested but is in no usage report: it is the sum of the limits of the four GPU types. */
export type UnreportedLimit = "baremetalGpuCountLimit";
export const UNREPORTED_LIMIT: UnreportedLimit = "baremetalGpuCountLimit";
