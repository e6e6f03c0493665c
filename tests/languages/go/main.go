// All resources and functions of the package, with two accounts. The program of python/__main__.py in Go.
package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"pulumi-cloudplatform/sdk/go/cloudplatform"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		program := &program{ctx: ctx, config: config.New(ctx, "")}
		program.declare()
		program.read()
		return program.err
	})
}

// A program that stops at the first error.
type program struct {
	ctx      *pulumi.Context
	config   *config.Config
	reseller *cloudplatform.Provider
	edge     *cloudplatform.Router
	err      error
}

func (p *program) check(err error) bool {
	if p.err == nil {
		p.err = err
	}
	return p.err == nil
}

func (p *program) declare() {
	name := p.config.Require("name")
	var err error
	p.reseller, err = cloudplatform.NewProvider(p.ctx, "reseller", &cloudplatform.ProviderArgs{
		ApiKey:     p.config.RequireSecret("resellerKey"),
		MaxRetries: pulumi.Int(2),
	})
	if !p.check(err) {
		return
	}
	p.edge, err = cloudplatform.NewRouter(p.ctx, "edge", &cloudplatform.RouterArgs{
		ProjectId: pulumi.Int(1),
		RegionId:  pulumi.Int(p.config.RequireInt("region")),
		Name:      pulumi.String(name),
		ExternalGatewayInfo: &cloudplatform.RouterGatewayArgs{
			NetworkId:  pulumi.String(p.config.Require("network")),
			EnableSnat: pulumi.Bool(true),
		},
		Interfaces: cloudplatform.RouterInterfaceArray{
			&cloudplatform.RouterInterfaceArgs{SubnetId: pulumi.String(p.config.Require("office"))},
		},
		Routes: cloudplatform.RouterRouteArray{
			&cloudplatform.RouterRouteArgs{
				Destination: pulumi.String("192.168.7.0/24"),
				Nexthop:     pulumi.String("10.0.1.9"),
			},
		},
	}, pulumi.Timeouts(&pulumi.CustomTimeouts{Create: "5m"}))
	if !p.check(err) {
		return
	}
	_, err = cloudplatform.NewQuotaNotificationThreshold(p.ctx, "early", &cloudplatform.QuotaNotificationThresholdArgs{
		ClientId:  pulumi.Int(42),
		Threshold: pulumi.Int(p.config.RequireInt("threshold")),
	})
	p.check(err)
	more, err := cloudplatform.NewQuotaLimitRequest(p.ctx, "more", &cloudplatform.QuotaLimitRequestArgs{
		Description: pulumi.Sprintf("For %s", p.edge.Name.Elem()),
		RequestedLimits: &cloudplatform.RequestedLimitsArgs{
			GlobalLimits: &cloudplatform.GlobalLimitsArgs{ProjectCountLimit: pulumi.Int(10)},
			RegionalLimits: cloudplatform.RegionalLimitsArray{
				&cloudplatform.RegionalLimitsArgs{RegionId: pulumi.Int(76), CpuCountLimit: pulumi.Int(200)},
			},
		},
	})
	p.check(err)
	partner, err := cloudplatform.NewEdgeGroupMembership(p.ctx, "partner", &cloudplatform.EdgeGroupMembershipArgs{
		GroupId:  pulumi.String("9223372036854775807"),
		ClientId: pulumi.Int(4711),
	}, pulumi.Provider(p.reseller))
	p.check(err)
	logins, err := cloudplatform.NewResellerNotificationSettings(p.ctx, "logins",
		&cloudplatform.ResellerNotificationSettingsArgs{
			ResellerId:       pulumi.Int(8),
			Email:            pulumi.String(name + "@example.com"),
			NotificationType: cloudplatform.ResellerNotificationSettingsNotificationTypeFailedLogin,
		}, pulumi.Provider(p.reseller))
	p.check(err)
	retry, err := cloudplatform.NewCertificateForceRetry(p.ctx, "www", &cloudplatform.CertificateForceRetryArgs{
		CertId:   pulumi.Int(321),
		Triggers: pulumi.Map{"name": pulumi.String(name)},
	})
	if !p.check(err) {
		return
	}
	p.ctx.Export("routerId", p.edge.RouterId)
	p.ctx.Export("address", p.edge.ExternalGatewayInfo.ExternalFixedIps().Index(pulumi.Int(0)).IpAddress())
	p.ctx.Export("port", p.edge.Interfaces.Index(pulumi.Int(0)).PortId())
	p.ctx.Export("request", more.Status)
	p.ctx.Export("partner", partner.ID())
	p.ctx.Export("enabled", logins.Enabled)
	p.ctx.Export("outcome", retry.Outcome)
}

func (p *program) read() {
	if p.err != nil {
		return
	}
	core, err := cloudplatform.LookupRouter(p.ctx, &cloudplatform.LookupRouterArgs{
		ProjectId: 1,
		RegionId:  3,
		Name:      pulumi.StringRef("core"),
	})
	p.check(err)
	routers := cloudplatform.GetRoutersOutput(p.ctx, cloudplatform.GetRoutersOutputArgs{
		ProjectId: pulumi.Int(1),
		RegionId:  p.edge.RegionId,
	}, pulumi.DependsOn([]pulumi.Resource{p.edge}))
	video, err := cloudplatform.GetVideoSubtitles(p.ctx, &cloudplatform.GetVideoSubtitlesArgs{VideoId: 5001})
	p.check(err)
	failure := cloudplatform.GetAiTasksStatusFailure
	tasks, err := cloudplatform.GetAiTasks(p.ctx, &cloudplatform.GetAiTasksArgs{Status: &failure})
	p.check(err)
	task, err := cloudplatform.GetTask(p.ctx, &cloudplatform.GetTaskArgs{TaskId: p.config.Require("task")})
	p.check(err)
	_, err = cloudplatform.ForceRetryCertificate(p.ctx, &cloudplatform.ForceRetryCertificateArgs{CertId: 322})
	p.check(err)
	query := "{ traffic { bytes } }"
	traffic, err := cloudplatform.QueryAnalytics(p.ctx, &cloudplatform.QueryAnalyticsArgs{Query: &query})
	if !p.check(err) {
		return
	}
	languages := pulumi.StringArray{}
	for _, subtitle := range video.Subtitles {
		languages = append(languages, pulumi.String(subtitle.Language))
	}
	p.ctx.Export("core", pulumi.String(core.RouterId))
	p.ctx.Export("names", routers.Routers().ApplyT(func(found []cloudplatform.RouterResponse) []string {
		names := []string{}
		for _, router := range found {
			names = append(names, *router.Name)
		}
		return names
	}))
	p.ctx.Export("languages", languages)
	p.ctx.Export("failed", pulumi.Int(tasks.Count))
	p.ctx.Export("state", pulumi.String(task.State))
	p.ctx.Export("traffic", pulumi.Any(traffic.Data))
}
