@echo off
where node >nul 2>nul || (
  echo pulumi-cloudplatform needs Node 22.19 or newer, and there is no "node" on the PATH [node-too-old]. Install Node.>&2
  exit /b 1
)
set "NODE_PATH=%CD%\node_modules;%NODE_PATH%"
node "%~dp0..\dist\plugin.js" %*
