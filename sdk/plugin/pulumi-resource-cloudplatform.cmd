@echo off
set "NODE_PATH=%CD%\node_modules;%NODE_PATH%"
node "%~dp0..\dist\plugin.js" %*
