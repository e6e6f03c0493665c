import * as cloudplatform from "pulumi-cloudplatform";
import { threshold } from "../../../upgrade/common";

new cloudplatform.CertificateForceRetry("www", { certId: 321, triggers: { asked: threshold } });
