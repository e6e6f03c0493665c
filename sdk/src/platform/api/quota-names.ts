/**
 * All quota limits, with the platform's names. The doc comments are those of the inputs of `QuotaLimitRequest`. A name without
 * its suffix is a quota: `cpu_count_limit` is the limit of `cpu_count`, and `cpu_count_usage` its usage.
 */

/** Quotas of the whole account. */
export const GLOBAL_LIMITS = {
  /** CPU of inference instances. Unit: millicores. */
  inferenceCpuMillicoreCountLimit: "inference_cpu_millicore_count_limit",
  /** A100 GPUs of inference instances. Unit: a count. */
  inferenceGpuA100CountLimit: "inference_gpu_a100_count_limit",
  /** H100 GPUs of inference instances. Unit: a count. */
  inferenceGpuH100CountLimit: "inference_gpu_h100_count_limit",
  /** L40S GPUs of inference instances. Unit: a count. */
  inferenceGpuL40sCountLimit: "inference_gpu_l40s_count_limit",
  /** Inference instances. Unit: a count. */
  inferenceInstanceCountLimit: "inference_instance_count_limit",
  /** API keys of public inference models. Unit: a count. */
  inferencePublicModelApiKeyCountLimit: "inference_public_model_api_key_count_limit",
  /** SSH key pairs. Unit: a count. */
  keypairCountLimit: "keypair_count_limit",
  /** Projects. Unit: a count. */
  projectCountLimit: "project_count_limit",
} as const;

/** Quotas of one region. */
export const REGIONAL_LIMITS = {
  /** Basic bare-metal servers. Unit: a count. */
  baremetalBasicCountLimit: "baremetal_basic_count_limit",
  /** Bare-metal servers with GPUs, of all four kinds together. Unit: a count. */
  baremetalGpuCountLimit: "baremetal_gpu_count_limit",
  /** Bare-metal servers with A100 GPUs. Unit: a count. */
  baremetalGpuA100CountLimit: "baremetal_gpu_a100_count_limit",
  /** Bare-metal servers with H100 GPUs. Unit: a count. */
  baremetalGpuH100CountLimit: "baremetal_gpu_h100_count_limit",
  /** Bare-metal servers with H200 GPUs. Unit: a count. */
  baremetalGpuH200CountLimit: "baremetal_gpu_h200_count_limit",
  /** Bare-metal servers with L40S GPUs. Unit: a count. */
  baremetalGpuL40sCountLimit: "baremetal_gpu_l40s_count_limit",
  /** High-frequency bare-metal servers. Unit: a count. */
  baremetalHfCountLimit: "baremetal_hf_count_limit",
  /** Infrastructure bare-metal servers. Unit: a count. */
  baremetalInfrastructureCountLimit: "baremetal_infrastructure_count_limit",
  /** Network bare-metal servers. Unit: a count. */
  baremetalNetworkCountLimit: "baremetal_network_count_limit",
  /** Storage bare-metal servers. Unit: a count. */
  baremetalStorageCountLimit: "baremetal_storage_count_limit",
  /** Containers. Unit: a count. */
  caasContainerCountLimit: "caas_container_count_limit",
  /** CPU of containers. Unit: mCPU. */
  caasCpuCountLimit: "caas_cpu_count_limit",
  /** GPUs of containers. Unit: a count. */
  caasGpuCountLimit: "caas_gpu_count_limit",
  /** Memory of containers. Unit: MiB. */
  caasRamSizeLimit: "caas_ram_size_limit",
  /** Kubernetes clusters. Unit: a count. */
  clusterCountLimit: "cluster_count_limit",
  /** vCPUs of virtual machines. Unit: vCPU. */
  cpuCountLimit: "cpu_count_limit",
  /** PostgreSQL clusters. Unit: a count. */
  dbaasPostgresClusterCountLimit: "dbaas_postgres_cluster_count_limit",
  /** External IP addresses. Unit: a count. */
  externalIpCountLimit: "external_ip_count_limit",
  /** CPU of functions. Unit: mCPU. */
  faasCpuCountLimit: "faas_cpu_count_limit",
  /** Functions. Unit: a count. */
  faasFunctionCountLimit: "faas_function_count_limit",
  /** Namespaces of functions. Unit: a count. */
  faasNamespaceCountLimit: "faas_namespace_count_limit",
  /** Memory of functions. Unit: MiB. */
  faasRamSizeLimit: "faas_ram_size_limit",
  /** Firewalls. Unit: a count. */
  firewallCountLimit: "firewall_count_limit",
  /** Floating IP addresses. Unit: a count. */
  floatingCountLimit: "floating_count_limit",
  /** GPUs. Unit: a count. */
  gpuCountLimit: "gpu_count_limit",
  /** Virtual machines with A100 GPUs. Unit: a count. */
  gpuVirtualA100CountLimit: "gpu_virtual_a100_count_limit",
  /** Virtual machines with H100 GPUs. Unit: a count. */
  gpuVirtualH100CountLimit: "gpu_virtual_h100_count_limit",
  /** Virtual machines with H200 GPUs. Unit: a count. */
  gpuVirtualH200CountLimit: "gpu_virtual_h200_count_limit",
  /** Virtual machines with L40S GPUs. Unit: a count. */
  gpuVirtualL40sCountLimit: "gpu_virtual_l40s_count_limit",
  /** Images. Unit: a count. */
  imageCountLimit: "image_count_limit",
  /** Images together. Unit: bytes. */
  imageSizeLimit: "image_size_limit",
  /** IPUs. Unit: a count. */
  ipuCountLimit: "ipu_count_limit",
  /** Topics of the log service. Unit: a count. */
  laasTopicCountLimit: "laas_topic_count_limit",
  /** Load balancers. Unit: a count. */
  loadbalancerCountLimit: "loadbalancer_count_limit",
  /** Networks. Unit: a count. */
  networkCountLimit: "network_count_limit",
  /** Memory of virtual machines. Unit: MiB. */
  ramLimit: "ram_limit",
  /** Container registries. Unit: a count. */
  registryCountLimit: "registry_count_limit",
  /** Storage of container registries. Unit: GiB. */
  registryStorageLimit: "registry_storage_limit",
  /** Routers. Unit: a count. */
  routerCountLimit: "router_count_limit",
  /** Secrets. Unit: a count. */
  secretCountLimit: "secret_count_limit",
  /** Placement groups of servers. Unit: a count. */
  servergroupCountLimit: "servergroup_count_limit",
  /** Shared file systems. Unit: a count. */
  sfsCountLimit: "sfs_count_limit",
  /** Shared file systems together. Unit: GiB. */
  sfsSizeLimit: "sfs_size_limit",
  /** Shared virtual machines. Unit: a count. */
  sharedVmCountLimit: "shared_vm_count_limit",
  /** Schedules of snapshots. Unit: a count. */
  snapshotScheduleCountLimit: "snapshot_schedule_count_limit",
  /** Subnets. Unit: a count. */
  subnetCountLimit: "subnet_count_limit",
  /** Virtual machines. Unit: a count. */
  vmCountLimit: "vm_count_limit",
  /** Volumes. Unit: a count. */
  volumeCountLimit: "volume_count_limit",
  /** Volumes together. Unit: GiB. */
  volumeSizeLimit: "volume_size_limit",
  /** Snapshots of volumes. Unit: a count. */
  volumeSnapshotsCountLimit: "volume_snapshots_count_limit",
  /** Snapshots of volumes together. Unit: GiB. */
  volumeSnapshotsSizeLimit: "volume_snapshots_size_limit",
} as const;

/** Can be requested but is in no usage report: it is the sum of the limits of the four GPU types. */
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
