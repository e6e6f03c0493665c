import type * as pulumi from "@pulumi/pulumi";

/** Requested limits of the whole account: integers, 0 or more. A limit that you omit is left unchanged. */
export interface GlobalLimits {
  /** CPU of inference instances. Unit: millicores. */
  inferenceCpuMillicoreCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** A100 GPUs of inference instances. Unit: a count. */
  inferenceGpuA100CountLimit?: pulumi.Input<number | undefined> | undefined;
  /** H100 GPUs of inference instances. Unit: a count. */
  inferenceGpuH100CountLimit?: pulumi.Input<number | undefined> | undefined;
  /** L40S GPUs of inference instances. Unit: a count. */
  inferenceGpuL40sCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Inference instances. Unit: a count. */
  inferenceInstanceCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** API keys of public inference models. Unit: a count. */
  inferencePublicModelApiKeyCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** SSH key pairs. Unit: a count. */
  keypairCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Projects. Unit: a count. */
  projectCountLimit?: pulumi.Input<number | undefined> | undefined;
}

/** Requested limits of one region, at least one: integers, 0 or more. A limit that you omit is left unchanged. */
export interface RegionalLimits {
  /** Number of the region: an integer, 1 or more. */
  regionId: pulumi.Input<number>;
  /** Basic bare-metal servers. Unit: a count. */
  baremetalBasicCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Bare-metal servers with GPUs, of all four kinds together. Unit: a count. */
  baremetalGpuCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Bare-metal servers with A100 GPUs. Unit: a count. */
  baremetalGpuA100CountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Bare-metal servers with H100 GPUs. Unit: a count. */
  baremetalGpuH100CountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Bare-metal servers with H200 GPUs. Unit: a count. */
  baremetalGpuH200CountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Bare-metal servers with L40S GPUs. Unit: a count. */
  baremetalGpuL40sCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** High-frequency bare-metal servers. Unit: a count. */
  baremetalHfCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Infrastructure bare-metal servers. Unit: a count. */
  baremetalInfrastructureCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Network bare-metal servers. Unit: a count. */
  baremetalNetworkCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Storage bare-metal servers. Unit: a count. */
  baremetalStorageCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Containers. Unit: a count. */
  caasContainerCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** CPU of containers. Unit: mCPU. */
  caasCpuCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** GPUs of containers. Unit: a count. */
  caasGpuCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Memory of containers. Unit: MiB. */
  caasRamSizeLimit?: pulumi.Input<number | undefined> | undefined;
  /** Kubernetes clusters. Unit: a count. */
  clusterCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** vCPUs of virtual machines. Unit: vCPU. */
  cpuCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** PostgreSQL clusters. Unit: a count. */
  dbaasPostgresClusterCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** External IP addresses. Unit: a count. */
  externalIpCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** CPU of functions. Unit: mCPU. */
  faasCpuCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Functions. Unit: a count. */
  faasFunctionCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Namespaces of functions. Unit: a count. */
  faasNamespaceCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Memory of functions. Unit: MiB. */
  faasRamSizeLimit?: pulumi.Input<number | undefined> | undefined;
  /** Firewalls. Unit: a count. */
  firewallCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Floating IP addresses. Unit: a count. */
  floatingCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** GPUs. Unit: a count. */
  gpuCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Virtual machines with A100 GPUs. Unit: a count. */
  gpuVirtualA100CountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Virtual machines with H100 GPUs. Unit: a count. */
  gpuVirtualH100CountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Virtual machines with H200 GPUs. Unit: a count. */
  gpuVirtualH200CountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Virtual machines with L40S GPUs. Unit: a count. */
  gpuVirtualL40sCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Images. Unit: a count. */
  imageCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Images together. Unit: bytes. */
  imageSizeLimit?: pulumi.Input<number | undefined> | undefined;
  /** IPUs. Unit: a count. */
  ipuCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Topics of the log service. Unit: a count. */
  laasTopicCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Load balancers. Unit: a count. */
  loadbalancerCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Networks. Unit: a count. */
  networkCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Memory of virtual machines. Unit: MiB. */
  ramLimit?: pulumi.Input<number | undefined> | undefined;
  /** Container registries. Unit: a count. */
  registryCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Storage of container registries. Unit: GiB. */
  registryStorageLimit?: pulumi.Input<number | undefined> | undefined;
  /** Routers. Unit: a count. */
  routerCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Secrets. Unit: a count. */
  secretCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Placement groups of servers. Unit: a count. */
  servergroupCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Shared file systems. Unit: a count. */
  sfsCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Shared file systems together. Unit: GiB. */
  sfsSizeLimit?: pulumi.Input<number | undefined> | undefined;
  /** Shared virtual machines. Unit: a count. */
  sharedVmCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Schedules of snapshots. Unit: a count. */
  snapshotScheduleCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Subnets. Unit: a count. */
  subnetCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Virtual machines. Unit: a count. */
  vmCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Volumes. Unit: a count. */
  volumeCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Volumes together. Unit: GiB. */
  volumeSizeLimit?: pulumi.Input<number | undefined> | undefined;
  /** Snapshots of volumes. Unit: a count. */
  volumeSnapshotsCountLimit?: pulumi.Input<number | undefined> | undefined;
  /** Snapshots of volumes together. Unit: GiB. */
  volumeSnapshotsSizeLimit?: pulumi.Input<number | undefined> | undefined;
}

/** Requested limits of the whole account. */
export type GlobalLimitsOutput = pulumi.Unwrap<GlobalLimits>;

/** Requested limits of one region. */
export type RegionalLimitsOutput = pulumi.Unwrap<RegionalLimits>;
