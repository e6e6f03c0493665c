import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import Ajv2020 from "ajv/dist/2020";
import { z } from "zod";
import type { Simulator } from "../../simulator/src";
import * as contract from "../../simulator/src/contract";
import { collection, closeAll, start, unknownId, v1, v2 } from "../../simulator/testing/client";
