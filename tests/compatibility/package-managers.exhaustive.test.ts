import { testCombinations } from "./suite";

testCombinations("package managers");
