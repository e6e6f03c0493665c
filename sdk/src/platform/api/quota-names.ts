/**
 * All quota limits, with the platform's names. The doc comments are those of the inputs of `QuotaLimitRequest`. A name without
 * its suffix is a quota: `cpu_count_limit` is the limit of `cpu_count`, and `cpu_count_usage` its usage.
 */

/** Quotas of the whole account. */
export const GLOBAL_LIMITS = {
  /** CPU of inference instances. */
  inferenceCpuMillicoreCountLimit: "inference_cpu_millicore_count_limit",
  /** A100 GPUs of inference instances. */
  inferenceGpuA100CountLimit: "inference_gpu_a100_count_limit",
  /** H100 GPUs of inference instances. */
  inferenceGpuH100CountLimit: "inference_gpu_h100_count_limit",
  /** L40S GPUs of inference instances. */
  inferenceGpuL40sCountLimit: "inference_gpu_l40s_count_limit",
  /** Inference instances. */
  inferenceInstanceCountLimit: "inference_instance_count_limit",
  /** API keys of public inference models. */
  inferencePublicModelApiKeyCountLimit: "inference_public_model_api_key_count_limit",
  /** SSH key pairs. */
  keypairCountLimit: "keypair_count_limit",
  /** Projects. */
  projectCountLimit: "project_count_limit",
} as const;

/** Quotas of one region. */
export const REGIONAL_LIMITS = {
  /** Basic bare-metal servers. */
  baremetalBasicCountLimit: "baremetal_basic_count_limit",
  /** Bare-metal servers with GPUs. */
  baremetalGpuCountLimit: "baremetal_gpu_count_limit",
  /** Bare-metal servers with A100 GPUs. */
  baremetalGpuA100CountLimit: "baremetal_gpu_a100_count_limit",
  /** Bare-metal servers with H100 GPUs. */
  baremetalGpuH100CountLimit: "baremetal_gpu_h100_count_limit",
  /** Bare-metal servers with H200 GPUs. */
  baremetalGpuH200CountLimit: "baremetal_gpu_h200_count_limit",
  /** Bare-metal servers with L40S GPUs. */
  baremetalGpuL40sCountLimit: "baremetal_gpu_l40s_count_limit",
  /** High-frequency bare-metal servers. */
  baremetalHfCountLimit: "baremetal_hf_count_limit",
  /** Infrastructure bare-metal servers. */
  baremetalInfrastructureCountLimit: "baremetal_infrastructure_count_limit",
  /** Network bare-metal servers. */
  baremetalNetworkCountLimit: "baremetal_network_count_limit",
  /** Storage bare-metal servers. */
  baremetalStorageCountLimit: "baremetal_storage_count_limit",
  /** Containers. */
  caasContainerCountLimit: "caas_container_count_limit",
  /** CPU of containers. */
  caasCpuCountLimit: "caas_cpu_count_limit",
  /** GPUs of containers. */
  caasGpuCountLimit: "caas_gpu_count_limit",
  /** Memory of containers. */
  caasRamSizeLimit: "caas_ram_size_limit",
  /** Kubernetes clusters. */
  clusterCountLimit: "cluster_count_limit",
  /** vCPUs of virtual machines. */
  cpuCountLimit: "cpu_count_limit",
  /** PostgreSQL clusters. */
  dbaasPostgresClusterCountLimit: "dbaas_postgres_cluster_count_limit",
  /** External IP addresses. */
  externalIpCountLimit: "external_ip_count_limit",
  /** CPU of functions. */
  faasCpuCountLimit: "faas_cpu_count_limit",
  /** Functions. */
  faasFunctionCountLimit: "faas_function_count_limit",
  /** Namespaces of functions. */
  faasNamespaceCountLimit: "faas_namespace_count_limit",
  /** Memory of functions. */
  faasRamSizeLimit: "faas_ram_size_limit",
  /** Firewalls. */
  firewallCountLimit: "firewall_count_limit",
  /** Floating IP addresses. */
  floatingCountLimit: "floating_count_limit",
  /** GPUs. */
  gpuCountLimit: "gpu_count_limit",
  /** Virtual machines with A100 GPUs. */
  gpuVirtualA100CountLimit: "gpu_virtual_a100_count_limit",
  /** Virtual machines with H100 GPUs. */
  gpuVirtualH100CountLimit: "gpu_virtual_h100_count_limit",
  /** Virtual machines with H200 GPUs. */
  gpuVirtualH200CountLimit: "gpu_virtual_h200_count_limit",
  /** Virtual machines with L40S GPUs. */
  gpuVirtualL40sCountLimit: "gpu_virtual_l40s_count_limit",
  /** Images. */
  imageCountLimit: "image_count_limit",
  /** Images together. */
  imageSizeLimit: "image_size_limit",
  /** IPUs. */
  ipuCountLimit: "ipu_count_limit",
  /** Topics of the log service. */
  laasTopicCountLimit: "laas_topic_count_limit",
  /** Load balancers. */
  loadbalancerCountLimit: "loadbalancer_count_limit",
  /** Networks. */
  networkCountLimit: "network_count_limit",
  /** Memory of virtual machines. */
  ramLimit: "ram_limit",
  /** Container registries. */
  registryCountLimit: "registry_count_limit",
  /** Storage of container registries. */
  registryStorageLimit: "registry_storage_limit",
  /** Routers. */
  routerCountLimit: "router_count_limit",
  /** Secrets. */
  secretCountLimit: "secret_count_limit",
  /** Placement groups of servers. */
  servergroupCountLimit: "servergroup_count_limit",
  /** Shared file systems. */
  sfsCountLimit: "sfs_count_limit",
  /** Shared file systems together. */
  sfsSizeLimit: "sfs_size_limit",
  /** Shared virtual machines. */
  sharedVmCountLimit: "shared_vm_count_limit",
  /** Schedules of snapshots. */
  snapshotScheduleCountLimit: "snapshot_schedule_count_limit",
  /** Subnets. */
  subnetCountLimit: "subnet_count_limit",
  /** Virtual machines. */
  vmCountLimit: "vm_count_limit",
  /** Volumes. */
  volumeCountLimit: "volume_count_limit",
  /** Volumes together. */
  volumeSizeLimit: "volume_size_limit",
  /** Snapshots of volumes. */
  volumeSnapshotsCountLimit: "volume_snapshots_count_limit",
  /** Snapshots of volumes together. */
  volumeSnapshotsSizeLimit: "volume_snapshots_size_limit",
} as const;

/** Can be requested but is in no usage report. */
const UNREPORTED = "baremetalGpuCountLimit";

/** The names of a quota in usage reports, by that of its limit: `cpuCountLimit` and `cpuCountUsage`. */
export type EntryName<Limit> = Limit extends typeof UNREPORTED
  ? never
  : Limit extends `${infer Base}Limit`
    ? Limit | `${Base}Usage`
    : never;

/** All these names. */
export function entryNames(limits: object): string[] {
  const reported = Object.keys(limits).filter((name) => name !== UNREPORTED);
  return reported.flatMap((name) => [name, name.replace(/Limit$/, "Usage")]);
}
