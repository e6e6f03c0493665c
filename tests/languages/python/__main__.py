"""All resources and functions of the package, with two accounts. The program of go/main.go in Python."""

import pulumi
import pulumi_cloudplatform as cloudplatform

config = pulumi.Config()
name = config.require("name")
network = config.require("network")
office = config.require("office")
threshold = config.require_int("threshold")

reseller = cloudplatform.Provider("reseller", api_key=config.require_secret("resellerKey"), max_retries=2)
as_reseller = pulumi.ResourceOptions(provider=reseller)

edge = cloudplatform.Router(
    "edge",
    project_id=1,
    region_id=config.require_int("region"),
    name=name,
    external_gateway_info=cloudplatform.RouterGatewayArgs(network_id=network, enable_snat=True),
    interfaces=[{"subnet_id": office}],
    routes=[{"destination": "192.168.7.0/24", "nexthop": "10.0.1.9"}],
    opts=pulumi.ResourceOptions(custom_timeouts=pulumi.CustomTimeouts(create="5m")),
)
cloudplatform.QuotaNotificationThreshold("early", client_id=42, threshold=threshold)
more = cloudplatform.QuotaLimitRequest(
    "more",
    description=pulumi.Output.concat("For ", edge.name),
    requested_limits={
        "global_limits": {"project_count_limit": 10},
        "regional_limits": [{"region_id": 76, "cpu_count_limit": 200}],
    },
)
partner = cloudplatform.EdgeGroupMembership(
    "partner", group_id="9223372036854775807", client_id=4711, opts=as_reseller
)
logins = cloudplatform.ResellerNotificationSettings(
    "logins",
    reseller_id=8,
    email=f"{name}@example.com",
    notification_type=cloudplatform.ResellerNotificationSettingsNotificationType.FAILED_LOGIN,
    opts=as_reseller,
)
retry = cloudplatform.CertificateForceRetry("www", cert_id=321, triggers={"name": name})

core = cloudplatform.get_router(project_id=1, region_id=3, name="core")
routers = cloudplatform.get_routers_output(
    project_id=1, region_id=edge.region_id, opts=pulumi.InvokeOutputOptions(depends_on=[edge])
)
video = cloudplatform.get_video_subtitles(video_id=5001)
tasks = cloudplatform.get_ai_tasks(status="FAILURE")
task = cloudplatform.get_task(task_id=config.require("task"))
cloudplatform.force_retry_certificate(cert_id=322)
traffic = cloudplatform.query_analytics(query="{ traffic { bytes } }")

pulumi.export("routerId", edge.router_id)
pulumi.export("address", edge.external_gateway_info.external_fixed_ips[0].ip_address)
pulumi.export("port", edge.interfaces[0].port_id)
pulumi.export("request", more.status)
pulumi.export("partner", partner.id)
pulumi.export("enabled", logins.enabled)
pulumi.export("outcome", retry.outcome)
pulumi.export("core", core.router_id)
pulumi.export("names", routers.routers.apply(lambda found: [router.name for router in found]))
pulumi.export("languages", [subtitle.language for subtitle in video.subtitles])
pulumi.export("failed", tasks.count)
pulumi.export("state", task.state)
pulumi.export("traffic", traffic.data)
